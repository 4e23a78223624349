package io.tidemark.app.tune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.app.server.ServerFactsFile;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.servers.process.ShellWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What starts of servers took that were made from the same home, by the facts kept beside their logs. */
public record MeasuredStarts(OperationContext context) {
    /** The newest of a command: a server changes over the months. */
    private static final int NEWEST = 5;

    private static final int DEPTH_OF_TUNES = 3;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final JsonMapper JSON = new JsonMapper();

    private record Start(Instant at, String command, Duration took) {}

    /**
     * Estimates of a plan's starts, by those of the same command lines.
     *
     * @param before starts that began later are not looked at, so that a tune that goes on keeps its schedule
     * @throws UncheckedIOException if the folder of facts cannot be listed
     */
    public StartEstimates estimates(Plan plan, TargetPlan target, Instant before) {
        StartEstimates estimates = StartEstimates.of(plan);
        Map<String, List<Duration>> byCommand = byCommand(before);
        if (byCommand.isEmpty()) {
            return estimates;
        }
        for (PhasePlan phase : plan.phases()) {
            List<Duration> taken = phase.server().isEmpty()
                    ? List.of()
                    : byCommand.getOrDefault(PhaseServers.commandLine(context, plan, phase, target), List.of());
            for (Duration took : taken) {
                estimates = estimates.withStartUp(phase.name(), took);
            }
        }
        return estimates;
    }

    private Map<String, List<Duration>> byCommand(Instant before) {
        Map<String, List<Duration>> byCommand = new HashMap<>();
        Stream.of("servers", "tunes")
                .map(context.home()::resolve)
                .filter(Files::isDirectory)
                .flatMap(folder -> files(folder).stream())
                .flatMap(file -> start(file).stream())
                .filter(start -> start.at().isBefore(before))
                .sorted(Comparator.comparing(Start::at).reversed())
                .forEach(start -> byCommand
                        .computeIfAbsent(start.command(), command -> new ArrayList<>())
                        .add(start.took()));
        byCommand.replaceAll((command, all) -> all.subList(0, Math.min(NEWEST, all.size())));
        return byCommand;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEPTH_OF_TUNES)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the facts of earlier starts cannot be listed: " + e.getMessage(), e);
        }
    }

    /** Until its first request was answered; empty for a start that did not become ready, and for a file of something else. */
    private static Optional<Start> start(Path file) {
        try {
            JsonNode facts = JSON.readTree(file.toFile());
            if (!facts.has(ServerFactsFile.START_UP_SECONDS) || !facts.has("command") || !facts.has("started_at")) {
                return Optional.empty();
            }
            List<String> words = new ArrayList<>();
            facts.path("command").forEach(word -> words.add(word.asText()));
            double seconds = facts.path(ServerFactsFile.START_UP_SECONDS).asDouble()
                    + facts.path("first_request_seconds").asDouble();
            return Optional.of(new Start(
                    Instant.parse(facts.path("started_at").asText()),
                    ShellWords.join(words),
                    Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND))));
        } catch (IOException e) {
            return Optional.empty(); // a start that is being written, or no facts: it measured nothing
        }
    }
}
