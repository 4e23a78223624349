package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.ByteSize;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.process.ChildProcess;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Whether the streams of each team run in a process of their own, and with how much heap. */
final class IsolationOptions {
    private static final String DEFAULT_HEAP = "768MiB";

    @Option(
            names = "--isolate",
            description = "Run the streams of each team in a process of its own: what ends one ends no other.")
    private boolean isolate;

    @Option(
            names = "--team-heap",
            split = ",",
            paramLabel = "[TEAM=]SIZE,...",
            description = "With --isolate: heap of each team's process, and of single teams. Default: " + DEFAULT_HEAP)
    private List<String> heaps = List.of();

    @Option(
            names = "--attached",
            hidden = true,
            description =
                    "As --isolate starts a team's process: it answers on standard output, until standard input ends.")
    private boolean attached;

    boolean isIsolating() {
        requireFit();
        return isolate;
    }

    boolean isAttached() {
        return attached;
    }

    private void requireFit() {
        if (!isolate && !heaps.isEmpty()) {
            throw new InvalidInputException("--team-heap goes with --isolate");
        }
        heapBytes();
    }

    /** By team; of no name for all others. */
    private Map<String, Long> heapBytes() {
        Map<String, Long> bytes = new HashMap<>(Map.of("", parsed(DEFAULT_HEAP)));
        for (String heap : heaps) {
            int sign = heap.indexOf('=');
            String team =
                    sign < 0 ? "" : OptionParser.team(heap.substring(0, sign)).name();
            bytes.put(team, parsed(heap.substring(sign + 1)));
        }
        return bytes;
    }

    private static long parsed(String size) {
        return OptionParser.parse("", () -> ByteSize.parse("--team-heap", size));
    }

    /**
     * The process of a team: this command with the options that were given, for this team alone, in a home of its own.
     *
     * @param cluster arguments that name it
     */
    ProcessBuilder launch(Team team, List<String> cluster, ParseResult given, CommandContext context) {
        Map<String, Long> bytes = heapBytes();
        long heap = bytes.getOrDefault(team.name(), bytes.getOrDefault("", 0L));
        List<String> command = new ArrayList<>(ChildProcess.tidemark(Stream.concat(
                        ChildProcess.classDataOptions().stream(),
                        Stream.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"))
                .toList()));
        command.addAll(List.of("serve", "streams", "--attached", "--team", team.name()));
        command.addAll(cluster);
        given.matchedOptions().stream()
                .filter(IsolationOptions::isPassedOn)
                .forEach(option -> command.addAll(typed(option)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(context.environment());
        builder.environment()
                .put(
                        "TIDEMARK_HOME",
                        context.home().resolve("isolated").resolve(team.name()).toString());
        return builder;
    }

    /** What is of the host, or of the cluster, is not. */
    private static boolean isPassedOn(OptionSpec option) {
        String name = option.longestName();
        return !name.startsWith("--http")
                && !List.of(
                                "--isolate",
                                "--team-heap",
                                "--team",
                                "--kafka",
                                "--registry",
                                "--kafka-config",
                                "--registry-config")
                        .contains(name);
    }

    private static List<String> typed(OptionSpec option) {
        String name = option.longestName();
        return option.typeInfo().isBoolean()
                ? List.of(name)
                : option.originalStringValues().stream()
                        .map(value -> name + "=" + value)
                        .toList();
    }
}
