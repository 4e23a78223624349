package io.tidemark.simulator.text;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The simulated model's tokeniser: one token per run of letters, digits and underscores, and one per other character that is
 * not white space. Ids are hashes, so that equal words have equal ids. Stateless.
 */
public final class Tokenizer {
    /** Ids are below this; the ids of control tokens lie above. */
    static final int VOCABULARY = 1 << 24;

    static final int END_OF_TURN = VOCABULARY + 1;

    private static final Pattern TOKEN = Pattern.compile("\\w+|[^\\w\\s]", Pattern.UNICODE_CHARACTER_CLASS);

    public int[] ids(String text) {
        return stream(text).toArray();
    }

    IntStream stream(String text) {
        return TOKEN.matcher(text).results().mapToInt(it -> id(it.group()));
    }

    /** Text for ids. Ids are hashes, so it is not the text that gave them; it has as many tokens. */
    public String textOf(int... ids) {
        return Arrays.stream(ids)
                .filter(id -> id < VOCABULARY)
                .mapToObj(id -> "w" + Integer.toHexString(id))
                .collect(Collectors.joining(" "));
    }

    public int count(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    /** The control token that opens a turn of {@code role}. */
    static int startOfTurn(String role) {
        return VOCABULARY + 2 + (role.hashCode() & 0xffff);
    }

    private static int id(String word) {
        int hash = word.hashCode() * 0x9e3779b1;
        return (hash ^ (hash >>> 15)) & (VOCABULARY - 1);
    }
}
