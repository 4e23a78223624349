package io.tidemark.sinks.store.jdbc;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** Which of two records of the same natural key holds. */
public sealed interface ConflictRule {
    /** The first one. */
    record KeepFirst() implements ConflictRule {}

    /**
     * The one that ranks higher; of two that rank the same the later one.
     *
     * @param ranks SQL expressions over a row, the weightiest first; {@code {row}} stands for the row's name
     */
    record Newest(List<String> ranks) implements ConflictRule {
        public Newest {
            ranks = List.copyOf(ranks);
        }

        /** The ranks of a row of that name, joined by commas. */
        String of(String row) {
            return ranks.stream().map(rank -> rank.replace("{row}", row)).collect(joining(", "));
        }

        /** An order of rows of that name, the one that holds first. */
        public String descending(String row) {
            return ranks.stream()
                    .map(rank -> rank.replace("{row}", row) + " DESC")
                    .collect(joining(", "));
        }
    }

    /** The later one where this SQL condition holds; {@code excluded} is the later one. */
    record Where(String condition) implements ConflictRule {}
}
