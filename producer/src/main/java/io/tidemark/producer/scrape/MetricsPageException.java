package io.tidemark.producer.scrape;

import java.io.IOException;

/** There was an answer, but not the page; the message says all. */
public final class MetricsPageException extends IOException {
    private static final long serialVersionUID = 1L;

    public MetricsPageException(String message) {
        super(message);
    }
}
