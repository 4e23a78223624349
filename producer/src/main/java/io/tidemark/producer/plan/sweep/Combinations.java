package io.tidemark.producer.plan.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Combinations of lists of values, by flag. */
final class Combinations {
    private Combinations() {}

    /** How many the product has; {@link Long#MAX_VALUE} where that is more than a long holds. */
    static long productSize(Map<String, List<String>> lists) {
        long size = 1;
        for (List<String> values : lists.values()) {
            if (values.isEmpty()) {
                return 0;
            }
            size = size > Long.MAX_VALUE / values.size() ? Long.MAX_VALUE : size * values.size();
        }
        return size;
    }

    /** Every value with every other; the last flag changes fastest. */
    static List<Map<String, String>> product(Map<String, List<String>> lists) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<String>> flag : lists.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> shorter : combinations) {
                flag.getValue().forEach(value -> longer.add(with(shorter, flag.getKey(), value)));
            }
            combinations = longer;
        }
        return combinations;
    }

    /** The first values together, then the second ones, and so on; the lists are equally long. */
    static List<Map<String, String>> zip(Map<String, List<String>> lists) {
        int length = lists.values().stream().mapToInt(List::size).min().orElse(0);
        List<Map<String, String>> combinations = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Map<String, String> combination = new LinkedHashMap<>();
            int at = i;
            lists.forEach((flag, values) -> combination.put(flag, values.get(at)));
            combinations.add(combination);
        }
        return combinations;
    }

    static Map<String, String> with(Map<String, String> flags, String flag, String value) {
        Map<String, String> more = new LinkedHashMap<>(flags);
        more.put(flag, value);
        return more;
    }
}
