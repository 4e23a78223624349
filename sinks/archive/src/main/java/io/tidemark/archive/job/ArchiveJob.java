package io.tidemark.archive.job;

import io.tidemark.archive.format.Dataset;
import io.tidemark.archive.format.DecodeFunction;
import io.tidemark.archive.format.KafkaRecord;
import io.tidemark.archive.format.KafkaRecordSchema;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BiFunction;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/**
 * tokens, requests -> decode -> requests/, tokens/, rejected/. One chain of tasks; a file is opened after a checkpoint and counts with the
 * next one, with the offsets that it ends at: what was not in a checkpoint is read and written again.
 */
public final class ArchiveJob {
    private static final String NAME = "tidemark archive";
    private static final String NEW_TOPICS_MILLIS = "10000";

    private ArchiveJob() {}

    /**
     * Settings that the job needs wherever it runs.
     *
     * @param resumed the checkpoint that it goes on from; empty for all that Kafka still holds
     */
    public static Configuration settings(ArchiveOptions options, Optional<String> resumed) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.NAME, NAME);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, options.checkpointEvery());
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        settings.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                options.location().checkpoints().toString());
        settings.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        resumed.ifPresent(checkpoint -> {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint);
            settings.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
        return settings;
    }

    /** Adds the job to an environment. */
    public static void define(StreamExecutionEnvironment environment, ArchiveOptions options) {
        define(environment, options, (dataset, files) -> files);
    }

    /** The same in the process of an archive on this machine, whose folders may be compacted meanwhile. */
    public static void defineBesideCompaction(StreamExecutionEnvironment environment, ArchiveOptions options) {
        java.nio.file.Path out = java.nio.file.Path.of(options.location().out());
        define(environment, options, (dataset, files) -> new LockedSink(files, dataset, out));
    }

    private static void define(
            StreamExecutionEnvironment environment,
            ArchiveOptions options,
            BiFunction<Dataset, FileSink<GenericRecord>, Sink<GenericRecord>> sinks) {
        SingleOutputStreamOperator<Void> decoded = environment
                .fromSource(source(options), WatermarkStrategy.noWatermarks(), "tokens and requests")
                .uid("kafka")
                .setParallelism(options.parallelism())
                .process(new DecodeFunction(options.source().registry()))
                .name("decode")
                .uid("decode")
                .setParallelism(options.parallelism());
        for (Dataset dataset : Dataset.values()) {
            decoded.getSideOutput(DecodeFunction.rowsOf(dataset))
                    .sinkTo(sinks.apply(dataset, files(options, dataset)))
                    .name(dataset.folder())
                    .uid(dataset.folder())
                    .setParallelism(options.parallelism());
        }
    }

    private static KafkaSource<KafkaRecord> source(ArchiveOptions options) {
        Properties client = new Properties();
        client.putAll(options.source().clientSettings());
        client.setProperty("isolation.level", "read_committed");
        client.setProperty("partition.discovery.interval.ms", NEW_TOPICS_MILLIS);
        return KafkaSource.<KafkaRecord>builder()
                .setProperties(client)
                .setBootstrapServers(options.source().bootstrapServers())
                .setGroupId(ConsumerGroup.of(options))
                .setClientIdPrefix(ConsumerGroup.of(options))
                .setTopicPattern(TopicPattern.pattern(options.teams()))
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new KafkaRecordSchema())
                .build();
    }

    private static FileSink<GenericRecord> files(ArchiveOptions options, Dataset dataset) {
        Path folder = new Path(new Path(options.location().out()), dataset.folder());
        return FileSink.forBulkFormat(folder, new ParquetWriterFactory<>(new ParquetWriterBuilder(dataset.file())))
                .withBucketAssigner(new HivePartitions(dataset))
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(new OutputFileConfig("part", ".parquet"))
                .build();
    }
}
