package io.tidemark.producer.tally;

import io.tidemark.schemas.RequestShares;
import io.tidemark.schemas.ValueText;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** How a step's requests were spread over the addresses of a target's name, or over targets. Confined to the lane's loop. */
final class RequestDistribution {
    private static final int MAX_NAMED = 16;

    private final Map<String, Long> requests = new TreeMap<>();
    private final Map<String, Integer> weights;

    /** Over places that are known once they are used, in equal shares. */
    RequestDistribution() {
        this(Map.of());
    }

    /** Over these places, by weight. */
    RequestDistribution(Map<String, Integer> weights) {
        this.weights = Map.copyOf(weights);
        weights.keySet().forEach(place -> requests.put(place, 0L));
    }

    void add(String place) {
        requests.merge(place, 1L, Long::sum);
    }

    /** How many places there are. */
    int places() {
        return requests.size();
    }

    /**
     * Empty of a single place.
     *
     * @param what the places are, e.g. {@code target}
     */
    Optional<String> remark(String what) {
        if (requests.size() < 2) {
            return Optional.empty();
        }
        String counts = requests.entrySet().stream()
                .limit(MAX_NAMED)
                .map(place -> place.getKey() + " " + ValueText.count(place.getValue()))
                .collect(Collectors.joining(", "));
        String more = requests.size() > MAX_NAMED ? " and " + (requests.size() - MAX_NAMED) + " more" : "";
        return Optional.of(
                "requests by " + what + ": " + counts + more + (isUneven() ? " (uneven: " + asked() + ")" : ""));
    }

    private String asked() {
        if (weights.values().stream().distinct().count() < 2) {
            return String.format(Locale.ROOT, "%.0f %% is an equal share", 100.0 / requests.size());
        }
        return "asked were "
                + requests.keySet().stream()
                        .limit(MAX_NAMED)
                        .map(place -> String.format(Locale.ROOT, "%s %.0f %%", place, 100 * share(place)))
                        .collect(Collectors.joining(", "));
    }

    /** That was asked for. */
    private double share(String place) {
        double sum = weights.values().stream().mapToInt(Integer::intValue).sum();
        return weights.isEmpty() ? 1.0 / requests.size() : weights.getOrDefault(place, 0) / sum;
    }

    private boolean isUneven() {
        double all = requests.values().stream().mapToLong(Long::longValue).sum();
        ToDoubleFunction<String> asked = place -> all * share(place);
        return requests.keySet().stream().allMatch(place -> RequestShares.says(asked.applyAsDouble(place)))
                && requests.entrySet().stream()
                        .anyMatch(
                                place -> RequestShares.isUneven(place.getValue(), asked.applyAsDouble(place.getKey())));
    }
}
