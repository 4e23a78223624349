package io.tidemark.bench.scale;

import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.host.GroupOptions;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.host.TeamHealth;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;

/**
 * A streams host in a process of its own, which answers each line of its standard input with what it holds: teams that run, threads,
 * bytes of heap after a collection, sockets, milliseconds of processor time; {@value #RUNNING} with the first only. Arguments: bootstrap servers, registry URL, state
 * directory, group protocol, standbys.
 */
final class StreamsHostMain {
    /** The question for the number of teams that run alone, which costs the host nothing. */
    static final String RUNNING = "running";

    private static final int PARTITIONS = 2;

    private StreamsHostMain() {}

    public static void main(String[] arguments) throws IOException {
        GroupOptions group =
                new GroupOptions(GroupOptions.Protocol.valueOf(arguments[3]), Integer.parseInt(arguments[4]));
        StreamsOptions options = StreamsOptions.of(
                        arguments[0], RegistryConfig.embedded(arguments[1]), Path.of(arguments[2]))
                .withTuning(new StreamsOptions.Tuning(1, PARTITIONS, Duration.ofSeconds(3)).withGroup(group));
        try (StreamsHost host = StreamsHost.start(options, InstantSource.system());
                BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String question = asked.readLine(); question != null; question = asked.readLine()) {
                if (question.equals(RUNNING)) {
                    System.out.println(running(host));
                } else {
                    System.out.println(answer(host));
                }
            }
        }
    }

    private static long running(StreamsHost host) {
        return host.status().stream()
                .filter(status -> status.health() == TeamHealth.RUNNING)
                .count();
    }

    private static String answer(StreamsHost host) {
        System.gc();
        return running(host) + " " + ManagementFactory.getThreadMXBean().getThreadCount() + " "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " " + sockets() + " "
                + ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .map(Duration::toMillis)
                        .orElse(-1L);
    }

    /** Open sockets, listening ones too; -1 where the system does not say. */
    private static long sockets() {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return -1;
        }
        try (Stream<Path> files = Files.list(open)) {
            return files.filter(StreamsHostMain::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
