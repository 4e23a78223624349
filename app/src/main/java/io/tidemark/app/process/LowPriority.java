package io.tidemark.app.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Command lines of processes that yield to measurements on this machine: they run at the lowest priority, and never on all of its cores. The
 * command lines use those programs of util-linux that are installed and permitted.
 */
public final class LowPriority {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final long TRIED_SECONDS = 5;

    private LowPriority() {}

    /** The same command line behind what lowers its priority. */
    public static List<String> of(List<String> command) {
        List<String> all = new ArrayList<>();
        // SCHED_IDLE runs only where no other process wants the core.
        if (works(List.of("chrt", "--idle", "0"))) {
            all.addAll(List.of("chrt", "--idle", "0"));
        } else if (works(List.of("nice", "-n", "19"))) {
            all.addAll(List.of("nice", "-n", "19"));
        }
        List<Integer> cores = cores();
        if (cores.size() > 1) {
            String allButOne = String.join(
                    ",",
                    cores.subList(0, cores.size() - 1).stream()
                            .map(String::valueOf)
                            .toList());
            if (works(List.of("taskset", "--cpu-list", allButOne))) {
                all.addAll(List.of("taskset", "--cpu-list", allButOne));
            }
        }
        all.addAll(command);
        return all;
    }

    private static boolean works(List<String> prefix) {
        try {
            Process tried = new ProcessBuilder(
                            Stream.concat(prefix.stream(), Stream.of("true")).toList())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return tried.waitFor(TRIED_SECONDS, TimeUnit.SECONDS) && tried.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<Integer> cores() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .flatMap(line -> numbers(line.substring(ALLOWED.length()).strip()).stream())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Of a list as Linux writes it: {@code 0-2,5}. */
    static List<Integer> numbers(String list) {
        return Stream.of(list.split(",", -1))
                .flatMap(range -> {
                    String[] ends = range.split("-", -1);
                    return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                            .boxed();
                })
                .toList();
    }
}
