package io.tidemark.archive;

import com.google.common.base.Throwables;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.local.EmbeddedFlink;
import io.tidemark.schemas.deadletter.OneLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** What {@code bin/tidemark serve archive} starts: ends its process with the exit codes of every other verb. */
public final class Archive {
    private static final String NAME = "tidemark archive";
    private static final int USAGE = 2;
    private static final int INFRASTRUCTURE = 5;
    private static final int INTERNAL = 70;

    private Archive() {}

    public static void main(String[] arguments) {
        AtomicReference<@Nullable EmbeddedFlink> running = new AtomicReference<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running.get()), "tidemark-archive-stop"));
        Path home = Path.of(System.getProperty("tidemark.home", "tidemark"));
        boolean compacts = arguments.length > 0 && arguments[0].equals(CompactCommand.NAME);
        System.exit(
                compacts
                        ? line(new CompactCommand(Clock.systemUTC(), System.out::println))
                                .execute(Arrays.copyOfRange(arguments, 1, arguments.length))
                        : line(new ArchiveJobCommand(
                                        home,
                                        Clock.systemUTC(),
                                        new Console(System.out::println, Archive::warn),
                                        running::set))
                                .execute(arguments));
    }

    static CommandLine line(Callable<Integer> command) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().version(NAME + " " + version());
        line.setExecutionExceptionHandler((error, failed, result) -> report(error, line.getErr()));
        line.setExitCodeExceptionMapper(Archive::exitCode);
        return line;
    }

    private static String version() {
        String version = Archive.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    private static int report(Exception error, PrintWriter errors) {
        int code = exitCode(error);
        errors.println(NAME + ": "
                + OneLine.of(code == INTERNAL ? "internal error: " + error : String.valueOf(error.getMessage())));
        if (code == INTERNAL) {
            Throwables.getStackTraceAsString(error).lines().map(OneLine::of).forEach(errors::println);
        }
        return code;
    }

    private static int exitCode(Throwable error) {
        if (error instanceof CommandLine.ParameterException || error instanceof UsageException) {
            return USAGE;
        }
        return error instanceof ArchiveException || error instanceof KafkaException ? INFRASTRUCTURE : INTERNAL;
    }

    private static void warn(String line) {
        System.err.println(NAME + ": " + OneLine.of(line));
    }

    /** A process that is asked to end leaves nothing that counts only at the next start. */
    private static void stop(@Nullable EmbeddedFlink flink) {
        if (flink == null) {
            return;
        }
        try (flink) {
            flink.stop()
                    .ifPresent(at -> System.out.println("stopped: archived " + at.description()
                            + " since its start; the next start goes on from " + at.checkpoint()));
        } catch (ArchiveException e) {
            warn(String.valueOf(e.getMessage()));
        }
    }
}
