package io.tidemark.producer.scrape;

import java.io.IOException;

/** A page in Prometheus' text format that can be asked for again and again. */
@FunctionalInterface
public interface MetricsPage {
    /**
     * Asks for it now.
     *
     * @throws IOException saying why there is none; its message goes into the sample
     */
    String text() throws IOException, InterruptedException;
}
