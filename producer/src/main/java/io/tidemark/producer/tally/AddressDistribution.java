package io.tidemark.producer.tally;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How a step's requests were spread over the addresses of the target's name. Confined to the lane's loop. */
final class AddressDistribution {
    /** More or less than so much of an equal share is remarkable. */
    private static final double FAR = 1.5;

    /** Fewer requests per address say nothing of shares. */
    private static final long FEWEST_PER_ADDRESS = 10;

    private static final int MAX_NAMED = 16;

    private final Map<String, Long> requests = new TreeMap<>();

    void add(String address) {
        requests.merge(address, 1L, Long::sum);
    }

    /** Empty of a single address. */
    Optional<String> unevenRemark() {
        if (requests.size() < 2) {
            return Optional.empty();
        }
        String counts = requests.entrySet().stream()
                .limit(MAX_NAMED)
                .map(address -> address.getKey() + " " + address.getValue())
                .collect(Collectors.joining(", "));
        String more = requests.size() > MAX_NAMED ? " and " + (requests.size() - MAX_NAMED) + " more" : "";
        return Optional.of("requests by address of the target's name: " + counts + more
                + (isUneven()
                        ? String.format(Locale.ROOT, " (uneven: %.0f %% is an equal share)", 100 * equalShare())
                        : ""));
    }

    private double equalShare() {
        return 1.0 / requests.size();
    }

    private boolean isUneven() {
        long all = requests.values().stream().mapToLong(Long::longValue).sum();
        double share = all * equalShare();
        return share >= FEWEST_PER_ADDRESS
                && requests.values().stream().anyMatch(count -> count > share * FAR || count * FAR < share);
    }
}
