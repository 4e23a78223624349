package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Error texts that may leave this process: servers echo what they were asked in quotes (a pydantic error holds the whole
 * input), so quoted values are masked. Quoted names of keys and models stay, see {@link Sent}.
 */
public final class ErrorText {
    /** In UTF-8. */
    static final int MAX_BYTES = 1024;

    /** More than is kept, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 4 * MAX_BYTES;

    private static final String QUOTES = "\"'`";

    private ErrorText() {}

    /** At most 1 KiB of a masked text. */
    public static String cut(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            return text;
        }
        int end = MAX_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** As {@link #masked(String, Sent)} where nothing is known of the request. */
    public static String masked(String text) {
        return masked(text, new Sent(new byte[0]));
    }

    /** The beginning with everything between quotes masked that is no name; a quote that is not closed masks the rest. */
    static String masked(String text, Sent sent) {
        StringBuilder masked = new StringBuilder();
        int i = 0;
        while (i < text.length() && masked.length() < MAX_CHARACTERS) {
            char c = text.charAt(i);
            masked.append(c);
            i++;
            if (opens(text, i - 1)) {
                int close = closing(text, i, c);
                boolean closed = close < text.length();
                String quoted = text.substring(i, close);
                masked.append(closed && sent.isName(quoted) ? quoted : "***").append(closed ? String.valueOf(c) : "");
                i = close + 1;
            }
        }
        return masked.length() > MAX_CHARACTERS ? masked.substring(0, MAX_CHARACTERS) : masked.toString();
    }

    /** An apostrophe inside a word opens nothing. */
    private static boolean opens(String text, int at) {
        char c = text.charAt(at);
        boolean apostrophe = c == '\'' && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        return QUOTES.indexOf(c) >= 0 && !apostrophe;
    }

    private static int closing(String text, int from, char quote) {
        for (int i = from; i < text.length(); i++) {
            boolean escaped = text.charAt(i - 1) == '\\';
            boolean insideWord = quote == '\''
                    && i + 1 < text.length()
                    && Character.isLetterOrDigit(text.charAt(i + 1))
                    && Character.isLetterOrDigit(text.charAt(i - 1));
            if (text.charAt(i) == quote && !escaped && !insideWord) {
                return i;
            }
        }
        return text.length();
    }

    /**
     * What a request sent, to distinguish the names that its server quotes from its values: the keys of its body, its model, keys of the
     * API, and words of the form of a name that are in no value that was sent.
     */
    static final class Sent {
        private static final JsonMapper JSON = new JsonMapper();

        /** Keys of the API: those that a server asks for where they were not sent, and those of answers and error bodies. */
        private static final Set<String> API = Set.of(
                "body",
                "model",
                "messages",
                "prompt",
                "role",
                "content",
                "stream",
                "stream_options",
                "include_usage",
                "max_tokens",
                "max_completion_tokens",
                "min_tokens",
                "ignore_eos",
                "temperature",
                "n",
                "choices",
                "index",
                "delta",
                "text",
                "finish_reason",
                "usage",
                "error",
                "message",
                "type",
                "code",
                "detail");

        private static final Pattern PATH = Pattern.compile("\\.|\\[|\\]\\.?");
        private static final Pattern SECRET = Pattern.compile("(?i)(sk|pk|rk|hf|gh[a-z]|xox[a-z])[-_].*");

        /** Letters and digits between separators: few where digits are among them, for many may be a key. */
        private static final String RUN = "(?:[A-Za-z]{1,24}|[A-Za-z0-9]{1,8})";

        private static final String SEPARATORS = "[-_./:@*]";
        private static final Pattern NAME = Pattern.compile(
                "(?=.*[A-Za-z])" + SEPARATORS + "*" + RUN + "(?:" + SEPARATORS + "+" + RUN + ")*" + SEPARATORS + "*");

        private static final int MAX_NAME_CHARACTERS = 80;

        private final byte[] body;
        private final Set<String> names = new HashSet<>();
        private String lowerCase = "";

        /** @param body of a request; empty if it is not there any more. It is read when the first quote asks for it */
        Sent(byte[] body) {
            this.body = body;
        }

        private void read() {
            names.addAll(API);
            try {
                JsonNode json = JSON.readTree(body);
                StringBuilder values = new StringBuilder();
                add(json, values);
                names.add(json.path("model").asText());
                lowerCase = values.toString().toLowerCase(Locale.ROOT);
            } catch (IOException e) {
                lowerCase = ""; // a body that is no JSON has no names
            }
        }

        private void add(JsonNode json, StringBuilder values) {
            json.fieldNames().forEachRemaining(names::add);
            if (json.isValueNode()) {
                values.append(json.asText()).append('\n');
            }
            json.forEach(value -> add(value, values));
        }

        boolean isName(String quoted) {
            if (names.isEmpty()) {
                read();
            }
            if (names.contains(quoted) || isPathOfNames(quoted)) {
                return true;
            }
            return !lowerCase.isEmpty()
                    && quoted.length() <= MAX_NAME_CHARACTERS
                    && NAME.matcher(quoted).matches()
                    && !SECRET.matcher(quoted).matches()
                    && !lowerCase.contains(quoted.toLowerCase(Locale.ROOT));
        }

        /** Such as {@code body.messages[0].content}. */
        private boolean isPathOfNames(String quoted) {
            return PATH.splitAsStream(quoted).allMatch(part -> names.contains(part) || part.matches("\\d{1,4}"));
        }
    }
}
