package io.tidemark.app.container;

import java.util.Arrays;
import java.util.List;

/**
 * Which file of JVM options a command line takes, {@code bin/jvm/NAME.options}, by the table that {@code bin/tidemark} reads too.
 *
 * @param name of the file, without its ending
 */
record JvmProfile(String name) {
    /** Services: what the first process of a container is started with. */
    private static final JvmProfile SERVE = new JvmProfile("serve");

    /** The local stack: services as well. A second process would cost more than its flags save. */
    private static final JvmProfile STACK = new JvmProfile("stack");

    static final JvmProfile ARCHIVE = new JvmProfile("archive");
    private static final JvmProfile BRIEF = new JvmProfile("brief");

    /**
     * @param table lines of {@code VERB NAME}, and comments that begin with #
     */
    static JvmProfile of(List<String> arguments, List<String> table) {
        if (arguments.size() >= 2 && arguments.subList(0, 2).equals(List.of("serve", "archive"))) {
            return ARCHIVE;
        }
        return arguments.stream()
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .map(verb -> named(verb, table))
                .orElse(BRIEF);
    }

    /** Whether the first process of a container runs it itself, with the flags that it has. */
    boolean isService() {
        return equals(SERVE) || equals(STACK);
    }

    private static JvmProfile named(String verb, List<String> table) {
        return table.stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> Arrays.asList(line.split(" ")))
                .filter(words -> words.size() == 2 && words.get(0).equals(verb))
                .findFirst()
                .map(words -> new JvmProfile(words.get(1)))
                .orElse(SERVE);
    }
}
