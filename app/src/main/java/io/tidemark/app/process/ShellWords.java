package io.tidemark.app.process;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command line as a shell takes it, so that it can be pasted. */
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private ShellWords() {}

    public static String join(List<String> arguments) {
        return arguments.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
