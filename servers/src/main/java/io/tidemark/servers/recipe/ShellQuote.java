package io.tidemark.servers.recipe;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a POSIX shell takes them. */
public final class ShellQuote {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private ShellQuote() {}

    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    public static String join(List<String> words) {
        return words.stream().map(ShellQuote::of).collect(Collectors.joining(" "));
    }
}
