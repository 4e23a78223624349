package io.tidemark.reports.validity;

import io.tidemark.schemas.IncompleteSignals;
import java.util.List;
import java.util.stream.Stream;

/** The flags of a step and of its segments, each once. Incomplete signals are one flag, although each segment states a time of its own. */
final class StepFlags {
    private StepFlags() {}

    static List<String> of(List<String> ofStep, List<List<String>> ofSegments) {
        Stream<String> others = Stream.concat(
                        ofStep.stream(), ofSegments.stream().flatMap(List::stream))
                .filter(flag -> !IncompleteSignals.isFlag(flag));
        return Stream.concat(others.distinct(), incompleteSignals(ofStep, ofSegments))
                .toList();
    }

    private static Stream<String> incompleteSignals(List<String> ofStep, List<List<String>> ofSegments) {
        List<String> own = ofStep.stream().filter(IncompleteSignals::isFlag).toList();
        if (!own.isEmpty()) {
            return own.stream().limit(1);
        }
        long segments = ofSegments.stream()
                .filter(flags -> flags.stream().anyMatch(IncompleteSignals::isFlag))
                .count();
        return segments == 0 ? Stream.empty() : Stream.of(IncompleteSignals.ofSegments(segments));
    }
}
