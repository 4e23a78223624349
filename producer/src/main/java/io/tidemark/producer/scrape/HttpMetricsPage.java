package io.tidemark.producer.scrape;

import io.tidemark.producer.openai.Redaction;
import io.tidemark.schemas.net.HttpQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A page over HTTP. */
record HttpMetricsPage(HttpTargetControl.HttpSettings asking, URI url) implements MetricsPage {
    private static final String ACCEPT =
            "text/plain;version=0.0.4;q=1,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1";

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
            throw new MetricsPageException(
                    HttpRefusal.text(response, new Redaction(asking.headers().values())));
        }
        return new MetricsResponse(
                response.body(), response.headers().firstValue("Date").flatMap(HttpMetricsPage::date));
    }

    private static Optional<Instant> date(String header) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // a server that states no date that can be read states none
        }
    }
}
