package io.tidemark.app.cli;

import java.util.Arrays;

/** Python's ways with arguments, for {@code tidemark bench} alone: {@code --request_rate} is {@code --request-rate}. */
final class BenchArguments {
    private static final String VERB = "bench";

    private BenchArguments() {}

    static String[] dashed(String... arguments) {
        boolean isBench = arguments.length > 0 && arguments[0].equals(VERB);
        return isBench ? Arrays.stream(arguments).map(BenchArguments::dashed).toArray(String[]::new) : arguments;
    }

    private static String dashed(String argument) {
        if (!argument.startsWith("--")) {
            return argument;
        }
        int end = argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('=');
        return argument.substring(0, end).replace('_', '-') + argument.substring(end);
    }
}
