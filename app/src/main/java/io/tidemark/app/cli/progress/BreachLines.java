package io.tidemark.app.cli.progress;

import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.SloBreach;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Each breach of a run in two lines, once: what broke, and what moved with it. Printed when a signal is found to have moved; where none is,
 * after some seconds, for it takes a while until there is something to see. Not thread-safe.
 */
final class BreachLines {
    private static final long WAIT_NANOS = Duration.ofSeconds(8).toNanos();
    private static final int MAX_MOVES = 2;
    private static final String MARGIN = "  breach    ";

    private final Map<String, Long> firstSeenNanos = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    /** Lines for the unreported breaches that are due: with a correlated signal, or after a wait for one. */
    List<String> nextLines(List<SloBreach> breaches, long nowNanos) {
        return breaches.stream()
                .filter(breach -> !reported.contains(breach.getBreach()))
                .filter(breach -> isDue(breach, nowNanos))
                .flatMap(this::tell)
                .toList();
    }

    /** Lines for all breaches that have not been reported. */
    List<String> remaining(List<SloBreach> breaches) {
        return breaches.stream()
                .filter(breach -> !reported.contains(breach.getBreach()))
                .flatMap(this::tell)
                .toList();
    }

    private boolean isDue(SloBreach breach, long nowNanos) {
        Long seen = firstSeenNanos.putIfAbsent(breach.getBreach(), nowNanos);
        return !breach.getCorrelatedSignals().isEmpty() || (seen != null && nowNanos - seen >= WAIT_NANOS);
    }

    private Stream<String> tell(SloBreach breach) {
        reported.add(breach.getBreach());
        return Stream.of(MARGIN + firstSentence(breach.getDescription()), " ".repeat(MARGIN.length()) + moved(breach));
    }

    private static String firstSentence(String description) {
        int end = description.indexOf(". ");
        return end < 0 ? description : description.substring(0, end + 1);
    }

    /** The first two: what is first can move the rest. */
    private static String moved(SloBreach breach) {
        List<MovedSignal> moves = breach.getCorrelatedSignals();
        if (moves.isEmpty()) {
            return breach.getCorrelationSummary();
        }
        String whose = moves.get(0).getSide() == MovedSide.CLIENT ? "The client's own: " : "Moved with it: ";
        return whose
                + moves.stream()
                        .filter(move -> move.getSide() == moves.get(0).getSide()
                                || moves.get(0).getSide() != MovedSide.CLIENT)
                        .limit(MAX_MOVES)
                        .map(MovedSignal::getDescription)
                        .collect(Collectors.joining("; "))
                + ".";
    }
}
