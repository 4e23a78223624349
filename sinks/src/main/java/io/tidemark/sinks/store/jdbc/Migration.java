package io.tidemark.sinks.store.jdbc;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered SQL script. It is additive (a new table, a column with a default, an index), so that programs of an earlier version
 * read and write the store after it, unless its line {@code -- oldest program: N} names the lowest version that still can.
 *
 * @param number the store's version after it
 */
public record Migration(int number, String script) {
    private static final Pattern FILE = Pattern.compile("(\\d{3})_[a-z_]+\\.sql");
    private static final Pattern OLDEST = Pattern.compile("(?m)^-- oldest program: (\\d+)$");

    public Migration {
        if (number < 1) {
            throw new IllegalArgumentException("a migration's number must be >= 1 but was " + number);
        }
    }

    /** @param file its name, which begins with its number: {@code 007_segments.sql} */
    static Migration of(String file, String script) {
        Matcher name = FILE.matcher(file);
        if (!name.matches()) {
            throw new IllegalArgumentException("a migration's file must match " + FILE + " but was " + file);
        }
        return new Migration(Integer.parseInt(name.group(1)), script);
    }

    /** The lowest version of a program that can use a store after this migration; empty if every one that could before. */
    OptionalInt oldestProgram() {
        Matcher line = OLDEST.matcher(script);
        return line.find() ? OptionalInt.of(Integer.parseInt(line.group(1))) : OptionalInt.empty();
    }
}
