package io.tidemark.analysis.sweep;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A flag that has more than one value in a sweep.
 *
 * @param values the default first, then numbers by size, then texts by alphabet
 */
public record VaryingFlag(String name, List<String> values) {
    private static final Comparator<String> BY_KIND = Comparator.comparing((String value) -> rank(value))
            .thenComparing(value -> number(value).orElse(BigDecimal.ZERO))
            .thenComparing(Comparator.naturalOrder());

    public VaryingFlag {
        values = values.stream().distinct().sorted(BY_KIND).toList();
    }

    /** What the other values are compared with: the default, or the first of them. */
    public String reference() {
        return values.get(0);
    }

    private static int rank(String value) {
        if (value.equals(MeasuredPhase.DEFAULT)) {
            return 0;
        }
        return number(value).isPresent() ? 1 : 2;
    }

    private static Optional<BigDecimal> number(String value) {
        try {
            return Optional.of(new BigDecimal(value));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
