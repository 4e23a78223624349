package io.tidemark.alerts.text;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** Makes text that a server or a client sent fit to be shown: no control characters, no endless values. */
public final class SafeText {
    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;
    private static final int MAX_URL_CHARACTERS = 2_000;

    /** An entity of the escaped text has at most so many; a cut does not go through one. */
    private static final int MAX_ENTITY_CHARACTERS = 8;

    private SafeText() {}

    /** One line: control characters, line ends and characters that turn the direction of text become spaces. */
    public static String line(String text) {
        return cleaned(text, false).strip();
    }

    /** The same, but line feeds stay. */
    public static String lines(String text) {
        return cleaned(text, true).strip();
    }

    /** The text, or its beginning with how many characters there were; at most {@code mostCharacters} long. */
    public static String cut(String text, int mostCharacters) {
        if (text.length() <= mostCharacters) {
            return text;
        }
        String mark = String.format(Locale.ROOT, "... [cut, %d characters]", text.length());
        return text.substring(0, cutBefore(text, Math.max(0, mostCharacters - mark.length()))) + mark;
    }

    /** A link that can be followed, or empty: http and https only, without a user. */
    public static Optional<URI> link(String text) {
        if (text.isEmpty() || text.length() > MAX_URL_CHARACTERS) {
            return Optional.empty();
        }
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null && uri.getUserInfo() == null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Not inside of a surrogate pair, nor of an entity. */
    private static int cutBefore(String text, int wanted) {
        int at = wanted;
        if (at > 0 && Character.isHighSurrogate(text.charAt(at - 1))) {
            at--;
        }
        int entity = text.lastIndexOf('&', at - 1);
        boolean inside = entity >= 0
                && at - entity < MAX_ENTITY_CHARACTERS
                && text.substring(entity, at).indexOf(';') < 0;
        return inside ? entity : at;
    }

    private static String cleaned(String text, boolean keepLineFeeds) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean stays = !acts(c) || (keepLineFeeds && c == '\n');
            clean.appendCodePoint(stays ? c : ' ');
        });
        return clean.toString();
    }

    private static boolean acts(int c) {
        boolean turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
        boolean ends = c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR;
        boolean hides = Character.getType(c) == Character.SURROGATE || (c >= 0xE0000 && c <= 0xE007F);
        return turns || ends || hides || Character.isISOControl(c);
    }
}
