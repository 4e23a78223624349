package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Error texts that may leave this process: servers echo what they were asked in quotes (a pydantic error holds the whole
 * input), so quoted values are masked, and texts that were sent also without quotes. Quoted names of keys and models stay, see {@link Sent}.
 */
public final class ErrorText {
    /** In UTF-8. */
    static final int MAX_BYTES = 1024;

    /** More than is kept, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 4 * MAX_BYTES;

    /** Each followed by the one that closes it. */
    private static final String QUOTES =
            "\"\"''``\u201c\u201d\u201e\u201c\u2018\u2019\u201a\u2018\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f";

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

    /** The beginning without the texts that were sent, and with everything between quotes masked that is no name; a quote that is not closed masks the rest. */
    static String masked(String written, Sent sent) {
        String text = EchoedText.masked(written, sent.texts());
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
                masked.append(closed && sent.isName(quoted) ? quoted : EchoedText.INSTEAD)
                        .append(closed ? text.substring(close, close + 1) : "");
                i = close + 1;
            }
        }
        return masked.length() > MAX_CHARACTERS ? masked.substring(0, MAX_CHARACTERS) : masked.toString();
    }

    /** An apostrophe inside a word opens nothing. */
    private static boolean opens(String text, int at) {
        char c = text.charAt(at);
        boolean apostrophe = c == '\'' && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        int quote = QUOTES.indexOf(c);
        return quote >= 0 && quote % 2 == 0 && !apostrophe;
    }

    private static int closing(String text, int from, char opening) {
        char quote = QUOTES.charAt(QUOTES.indexOf(opening) + 1);
        for (int i = from; i < text.length(); i++) {
            boolean escaped = text.charAt(i - 1) == '\\';
            boolean insideWord = (quote == '\'' || quote == '\u2019')
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
     * What a request sent, to distinguish the names that its server repeats from its values: the keys of its body, its model, keys of the
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

        /** Keys of a body that hold the prompt, and those within of what is no text of it. */
        private static final List<String> PROMPT = List.of("messages", "prompt");

        private static final Set<String> KINDS = Set.of("role", "type");

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
        private final List<String> texts = new ArrayList<>();
        private String lowerCase = "";

        /** @param body of a request; empty if it is not there any more */
        Sent(byte[] body) {
            this.body = body;
        }

        private void read() {
            if (!names.isEmpty()) {
                return;
            }
            names.addAll(API);
            try {
                JsonNode json = JSON.readTree(body);
                StringBuilder values = new StringBuilder();
                add(json, values);
                PROMPT.forEach(key -> addTexts(key, json.path(key)));
                names.add(json.path("model").asText());
                texts.removeAll(names);
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

        private void addTexts(String key, JsonNode json) {
            if (json.isTextual() && !KINDS.contains(key)) {
                texts.add(json.textValue());
            }
            json.properties().forEach(field -> addTexts(field.getKey(), field.getValue()));
            if (json.isArray()) {
                json.forEach(part -> addTexts(key, part));
            }
        }

        /** Of the prompt. */
        List<String> texts() {
            read();
            return texts;
        }

        boolean isName(String quoted) {
            read();
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
