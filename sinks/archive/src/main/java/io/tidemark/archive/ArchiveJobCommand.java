package io.tidemark.archive;

import io.tidemark.archive.compaction.Compaction;
import io.tidemark.archive.compaction.CompactionResult;
import io.tidemark.archive.compaction.CompactionRounds;
import io.tidemark.archive.job.ArchiveJob;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.archive.job.LibC;
import io.tidemark.archive.job.ResumePoint;
import io.tidemark.archive.local.EmbeddedFlink;
import io.tidemark.archive.local.LocalArchive;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark serve archive}: tokens and requests as Parquet, in a Flink of this process or on a cluster. */
@Command(
        name = "tidemark serve archive",
        mixinStandardHelpOptions = true,
        description = {
            "Keep what teams publish, tokens and requests, as Parquet files by team, date and run: every record once,",
            "however often the process is killed."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:caught up, or submitted",
            "2:bad options, or a file of settings that cannot be read; nothing was read or written",
            "5:Kafka, registry, archive or Flink cannot be reached or used",
            "70:a bug of ours",
            "130, 143:stopped by Ctrl-C or SIGTERM, at a checkpoint"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark serve archive --local --out archive --until-caught-up",
            "  tidemark serve archive --local --out archive --kafka broker-1:9092 --registry http://registry:8081 --team perf",
            "On a cluster: flink run (docs/operate/archive.md).",
            "Small files into few by hand: tidemark serve archive compact --help"
        })
final class ArchiveJobCommand implements Callable<Integer> {
    private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(1);
    private static final Duration CHECKPOINT_EVERY_TO_CATCH_UP = Duration.ofSeconds(5);

    private final Path home;
    private final InstantSource time;
    private final Console console;
    private final Consumer<EmbeddedFlink> running;

    @Mixin
    private final SourceOptions cluster = new SourceOptions();

    @Mixin
    private final LocationOptions place = new LocationOptions();

    @Option(
            names = "--team",
            split = ",",
            paramLabel = "TEAM",
            description = "Only these teams. Default: every team whose topics are there, later ones included.")
    private Set<String> teams = new LinkedHashSet<>();

    @Option(names = "--local", description = "In a Flink inside this process.")
    private boolean local;

    @Option(
            names = "--until-caught-up",
            description = "End when all that the topics hold at the start is archived. Needs --local.")
    private boolean untilCaughtUp;

    @Option(
            names = "--checkpoint-interval",
            converter = PlanDurationConverter.class,
            paramLabel = "TIME",
            description =
                    "Time between checkpoints; files count, and can be read, at each. Default: 1m, with --until-caught-up 5s.")
    private @Nullable Duration checkpointEvery;

    @Option(
            names = "--compact-interval",
            converter = PlanDurationConverter.class,
            defaultValue = "60m",
            paramLabel = "TIME",
            description = {
                "Time between merges of small files: in folders of days that are over, to which nothing was added for that long.",
                "0s: never. With --local and without --until-caught-up. Default: ${DEFAULT-VALUE}."
            })
    private Duration compactEvery = Duration.ZERO;

    @Option(
            names = "--parallelism",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Tasks that read and write; more than partitions of a topic are idle. Default: ${DEFAULT-VALUE}.")
    private int parallelism;

    /**
     * @param home folder of the local stack
     * @param running takes the job once it runs, to stop it when the process is asked to end
     */
    ArchiveJobCommand(Path home, InstantSource time, Console console, Consumer<EmbeddedFlink> running) {
        this.home = home;
        this.time = time;
        this.console = console;
        this.running = running;
    }

    @Override
    public Integer call() throws Exception {
        ArchiveOptions options = options();
        if (!local) {
            submit(options);
            return 0;
        }
        LocalArchive archive = new LocalArchive(options, console.say(), console.warn());
        if (untilCaughtUp) {
            archive.runUntilCaughtUp(running);
            return 0;
        }
        if (!compacts()) {
            archive.runUntilEnded(running);
            return 0;
        }
        CompactionRounds rounds = CompactionRounds.start(
                () -> compacted(options.location().out()), compactEvery, console.say(), console.warn());
        try (rounds) {
            archive.runUntilEnded(running);
        }
        return 0;
    }

    private boolean compacts() {
        if (compactEvery.isZero()) {
            return false;
        }
        if (!LibC.isHere()) {
            console.warn().accept("small files are not merged on this system: that needs Linux");
            return false;
        }
        return true;
    }

    private CompactionResult compacted(URI out) {
        return new Compaction(CompactCommand.beside(out, time.instant(), compactEvery), folder -> {}).run();
    }

    ArchiveOptions options() {
        if (untilCaughtUp && !local) {
            throw new UsageException("--until-caught-up needs --local: a job on a cluster runs until it is stopped");
        }
        Duration pace = untilCaughtUp ? CHECKPOINT_EVERY_TO_CATCH_UP : CHECKPOINT_EVERY;
        try {
            return new ArchiveOptions(
                    cluster.source(home),
                    teams.stream().map(Team::new).collect(Collectors.toSet()),
                    place.location(),
                    checkpointEvery == null ? pace : checkpointEvery,
                    parallelism);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    /** To the cluster whose client this process is. */
    private static void submit(ArchiveOptions options) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                ArchiveJob.settings(options, ResumePoint.of(options.location())));
        if (environment instanceof LocalStreamEnvironment) {
            throw new UsageException(
                    "no Flink cluster: give --local for one in this process, or submit the job with `flink run` (docs/operate/archive.md)");
        }
        ArchiveJob.define(environment, options);
        environment.executeAsync();
    }
}
