package io.tidemark.archive.format;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** records -> rows, by dataset on side outputs. What is no event goes to {@link Dataset#REJECTED}, counted and named; nothing is dropped. */
public final class DecodeFunction extends ProcessFunction<KafkaRecord, Void> {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(DecodeFunction.class);

    private final RegistryAddress registry;
    private transient Task task;

    @SuppressWarnings("NullAway.Init") // Flink opens it in its task before anything is processed.
    public DecodeFunction(RegistryAddress registry) {
        this.registry = registry;
    }

    /** The side output of a dataset. */
    public static OutputTag<GenericRecord> rowsOf(Dataset dataset) {
        return new OutputTag<>(dataset.folder(), new GenericRecordAvroTypeInfo(dataset.row()));
    }

    @Override
    public void open(OpenContext context) {
        Map<Dataset, Output> outputs = new EnumMap<>(Dataset.class);
        for (Dataset dataset : Dataset.values()) {
            LongCounter rows = new LongCounter();
            getRuntimeContext().addAccumulator(dataset.folder(), rows);
            outputs.put(dataset, new Output(rowsOf(dataset), rows));
        }
        task = new Task(new RowMapper(registry.connect()), outputs, new HashSet<>());
    }

    @Override
    public void processElement(KafkaRecord record, Context context, Collector<Void> none) {
        RowMapper.Row row = task.rows().row(record);
        Output output = requireNonNull(task.outputs().get(row.dataset()));
        output.counted().add(1);
        if (row.dataset() == Dataset.REJECTED && task.warnedTopics().add(record.topic())) {
            LOG.warn(
                    "{} partition {} offset {} is rejected: {}; the archive keeps it under {}. More of this topic are only counted.",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    row.values().get("reason"),
                    Dataset.REJECTED.folder());
        }
        context.output(output.tag(), row.values());
    }

    private record Task(RowMapper rows, Map<Dataset, Output> outputs, Set<String> warnedTopics) {}

    private record Output(OutputTag<GenericRecord> tag, LongCounter counted) {}
}
