package io.tidemark.producer.scrape;

import io.tidemark.producer.openai.ErrorBodyParser;
import io.tidemark.producer.openai.ErrorText;
import io.tidemark.producer.openai.Redaction;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A page over HTTP. */
record HttpMetricsPage(HttpTargetControl.HttpSettings asking, URI url) implements MetricsPage {
    private static final String ACCEPT =
            "text/plain;version=0.0.4;q=1,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1";

    private static final int MAX_CHARACTERS = 200;

    @Override
    public String text() throws IOException, InterruptedException {
        return fetch().text();
    }

    @Override
    public MetricsResponse fetch() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).GET();
        asking.headers().forEach(request::header);
        HttpResponse<String> response =
                HttpQuery.send(asking.http(), request.setHeader("Accept", ACCEPT), asking.timeout());
        if (response.statusCode() != 200) {
            throw new MetricsPageException(refusal(response));
        }
        return new MetricsResponse(
                response.body(), response.headers().firstValue("Date").flatMap(HttpMetricsPage::date));
    }

    /** Such as "HTTP 400, model parameter is required". */
    private String refusal(HttpResponse<String> response) {
        String status = "HTTP " + response.statusCode();
        Optional<String> elsewhere = response.headers().firstValue("Location");
        if (response.statusCode() / 100 == 3 && elsewhere.isPresent()) {
            return status + ", redirected to " + elsewhere.get().replaceFirst("\\?.*", "");
        }
        String text = ErrorBodyParser.parse(response.body().getBytes(StandardCharsets.UTF_8))
                .text();
        String message = ErrorText.masked(new Redaction(asking.headers().values()).of(text))
                .strip();
        boolean isSentence = !message.isEmpty() && !message.startsWith("<");
        return status + (isSentence ? ", " + message.substring(0, Math.min(message.length(), MAX_CHARACTERS)) : "");
    }

    private static Optional<Instant> date(String header) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // a server that states no date that can be read states none
        }
    }
}
