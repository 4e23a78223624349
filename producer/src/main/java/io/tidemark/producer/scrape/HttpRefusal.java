package io.tidemark.producer.scrape;

import io.tidemark.producer.openai.ErrorBodyParser;
import io.tidemark.producer.openai.ErrorText;
import io.tidemark.producer.openai.Redaction;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What is shown of an answer that is not what was asked for. */
public final class HttpRefusal {
    private static final int MAX_CHARACTERS = 200;

    private HttpRefusal() {}

    /** Such as "HTTP 503, Loading model"; no secret, no page of HTML, and no query of a redirection is in it. */
    public static String text(HttpResponse<String> answer, Redaction redaction) {
        String status = "HTTP " + answer.statusCode();
        Optional<String> elsewhere = answer.headers().firstValue("Location");
        if (answer.statusCode() / 100 == 3 && elsewhere.isPresent()) {
            return status + ", redirected to " + elsewhere.get().replaceFirst("\\?.*", "");
        }
        String written = ErrorBodyParser.parse(answer.body().getBytes(StandardCharsets.UTF_8))
                .text();
        String text = ErrorText.masked(redaction.of(written)).strip();
        boolean isSentence = !text.isEmpty() && !text.startsWith("<");
        return status + (isSentence ? ", " + text.substring(0, Math.min(text.length(), MAX_CHARACTERS)) : "");
    }
}
