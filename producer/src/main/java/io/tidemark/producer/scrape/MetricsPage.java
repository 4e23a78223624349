package io.tidemark.producer.scrape;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** A page in Prometheus' text format that can be asked for again and again. */
@FunctionalInterface
public interface MetricsPage {
    /**
     * Asks for it now.
     *
     * @throws IOException saying why there is none; its message goes into the sample
     */
    String text() throws IOException, InterruptedException;

    /** Fetches the page now, with the time on the server's clock where the response has it. */
    default MetricsResponse fetch() throws IOException, InterruptedException {
        return new MetricsResponse(text(), Optional.empty());
    }

    /** @param date what the clock of the server showed, in whole seconds; empty if it does not say */
    record MetricsResponse(String text, Optional<Instant> date) {}
}
