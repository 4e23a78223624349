package io.tidemark.app.cli;

import java.util.Arrays;

/** Python's ways with arguments, for {@code tidemark bench} alone: {@code --request_rate} is {@code --request-rate}. */
final class BenchOptionNames {
    private static final String VERB = "bench";

    private BenchOptionNames() {}

    static String[] withDashes(String... arguments) {
        boolean isBench = arguments.length > 0 && arguments[0].equals(VERB);
        return isBench
                ? Arrays.stream(arguments).map(BenchOptionNames::withDashes).toArray(String[]::new)
                : arguments;
    }

    private static String withDashes(String argument) {
        if (!argument.startsWith("--")) {
            return argument;
        }
        int end = argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('=');
        return argument.substring(0, end).replace('_', '-') + argument.substring(end);
    }
}
