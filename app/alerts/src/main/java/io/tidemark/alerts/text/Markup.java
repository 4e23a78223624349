package io.tidemark.alerts.text;

import java.net.URI;

/** How a place marks up text, and so what has to be escaped in it. */
public enum Markup {
    /** None: mail, PagerDuty's summary, descriptions of statuses, Slack's plain_text. */
    PLAIN {
        @Override
        public String escape(String text) {
            return text;
        }
    },
    /**
     * Slack's mrkdwn. {@code &}, {@code <} and {@code >} are the only characters that it lets one escape (Slack, "Formatting text for app
     * surfaces"); the marks of bold, struck out and code become characters that look like them, and an underscore only where it could
     * begin or end italics, so that names of flags can be copied.
     */
    MRKDWN {
        @Override
        public String escape(String text) {
            StringBuilder safe = new StringBuilder(text.length());
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                switch (c) {
                    case '&' -> safe.append("&amp;");
                    case '<' -> safe.append("&lt;");
                    case '>' -> safe.append("&gt;");
                    case '*' -> safe.append('\u2217');
                    case '~' -> safe.append('\u223C');
                    case '`' -> safe.append('\u02CB');
                    case '_' -> safe.append(isInsideWord(text, i) ? '_' : '\uFF3F');
                    default -> safe.append(c);
                }
            }
            return safe.toString();
        }
    },
    /**
     * Markdown of Mattermost and GitHub. Entities are text in every dialect. Both look for names and numbers once more in the text that is
     * shown, so a character without width follows {@code @} and {@code #}.
     */
    MARKDOWN {
        @Override
        public String escape(String text) {
            StringBuilder safe = new StringBuilder(text.length());
            text.chars().forEach(c -> {
                if (MARKDOWN_MARKS.indexOf(c) < 0) {
                    safe.append((char) c);
                    return;
                }
                safe.append("&#").append(c).append(';');
                if (c == '@' || c == '#') {
                    safe.append("&#8203;");
                }
            });
            return safe.toString();
        }
    };

    private static final String MARKDOWN_MARKS = "\\`*_{}[]()<>#+!|~&@:$^\"'-=";

    /** The text so that none of its characters is a mark. */
    public abstract String escape(String text);

    /** A link for the place of a URL: between {@code <} and {@code |}, or in parentheses. */
    public String escape(URI link) {
        String text =
                link.toASCIIString().replace("(", "%28").replace(")", "%29").replace("|", "%7C");
        return this == MRKDWN ? text.replace("&", "&amp;") : text;
    }

    private static boolean isInsideWord(String text, int at) {
        return at > 0 && at < text.length() - 1 && isWord(text.charAt(at - 1)) && isWord(text.charAt(at + 1));
    }

    private static boolean isWord(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }
}
