package io.tidemark.producer.scrape;

import java.io.IOException;

/** There was an answer, but not the page; the message says all. */
final class NoPageException extends IOException {
    NoPageException(String message) {
        super(message);
    }
}
