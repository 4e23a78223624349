package io.tidemark.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.archive.compaction.Compaction;
import io.tidemark.archive.compaction.CompactionResult;
import io.tidemark.archive.compaction.CompactionRounds;
import io.tidemark.archive.format.RegistryAddress;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveJob;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.archive.job.LibC;
import io.tidemark.archive.job.ResumePoint;
import io.tidemark.archive.local.EmbeddedFlink;
import io.tidemark.archive.local.LocalArchive;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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

    /** Reads a time as plans write it: {@code 500ms}, {@code 20s}, {@code 1m}. */
    static final class PlanDurationConverter implements ITypeConverter<Duration> {
        private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

        @Override
        public Duration convert(String text) {
            Matcher found = TIME.matcher(text);
            if (!found.matches()) {
                throw new TypeConversionException("must be a time such as 500ms, 20s or 1m but was \"" + text + "\"");
            }
            long amount = Long.parseLong(found.group(1));
            return switch (found.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                default -> Duration.ofMinutes(amount);
            };
        }
    }

    /** Where the events are: named, or the local stack of {@code tidemark up}. The same names as those of every other verb. */
    static final class SourceOptions {
        @Option(
                names = "--kafka",
                paramLabel = "HOST:PORT",
                description = "Bootstrap servers of a Kafka cluster. Default: the stack of `tidemark up`.")
        private @Nullable String kafka;

        @Option(names = "--registry", paramLabel = "URL", description = "A schema registry with Confluent's REST API.")
        private @Nullable String registry;

        @Option(
                names = "--registry-setting",
                paramLabel = "KEY=VALUE",
                description =
                        "A setting of Confluent's registry client, such as basic.auth.credentials.source=USER_INFO.")
        private Map<String, String> registrySettings = new LinkedHashMap<>();

        @Option(
                names = "--registry-config",
                paramLabel = "FILE",
                description =
                        "The same settings as a properties file. Use it for passwords: all users of a machine can see"
                                + " command lines.")
        private @Nullable Path registryConfig;

        @Option(
                names = "--kafka-config",
                paramLabel = "FILE",
                description = "Kafka client settings (security ...) as a properties file.")
        private @Nullable Path kafkaConfig;

        ArchiveOptions.Source source(Path home) {
            if (kafka == null && registry == null) {
                return ofStack(home.resolve("stack.json"));
            }
            if (kafka == null || registry == null) {
                throw new UsageException(
                        "--kafka and --registry go together: give both, or neither for the local stack");
            }
            Map<String, String> settings = new LinkedHashMap<>(properties("--registry-config", registryConfig));
            settings.putAll(registrySettings);
            RegistryConfig config = new RegistryConfig(registry, settings, RegistryConfig.Registration.LOOK_UP);
            return new ArchiveOptions.Source(
                    kafka, properties("--kafka-config", kafkaConfig), RegistryAddress.of(config));
        }

        private static ArchiveOptions.Source ofStack(Path file) {
            try {
                JsonNode stack = new ObjectMapper().readTree(file.toFile());
                if (isUp(stack.path("pid").asLong())) {
                    return new ArchiveOptions.Source(
                            stack.path("kafka").asText(),
                            Map.of(),
                            new RegistryAddress(stack.path("registry").asText(), Map.of()));
                }
            } catch (IOException e) {
                throw noCluster(file, e);
            }
            throw noCluster(file, null);
        }

        private static boolean isUp(long pid) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }

        private static ArchiveException noCluster(Path file, @Nullable IOException cause) {
            String message = "no cluster: " + file
                    + " names no stack that is up; start one with `tidemark up`, or give --kafka and --registry";
            return cause == null ? new ArchiveException(message) : new ArchiveException(message, cause);
        }

        private static Map<String, String> properties(String option, @Nullable Path file) {
            if (file == null) {
                return Map.of();
            }
            Properties properties = new Properties();
            try (var in = Files.newBufferedReader(file)) {
                properties.load(in);
            } catch (IOException e) {
                throw new UsageException(option + " " + file + " cannot be read: " + e.getMessage(), e);
            }
            Map<String, String> settings = new LinkedHashMap<>();
            properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
            return settings;
        }
    }
}
