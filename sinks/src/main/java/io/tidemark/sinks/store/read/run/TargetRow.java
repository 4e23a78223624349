package io.tidemark.sinks.store.read.run;

import java.util.List;
import java.util.Optional;

/**
 * A target of a run: where load was sent, and what was scraped for it.
 *
 * @param weight of the run's requests, or conversations, it was to get so many where its other targets got theirs
 */
public record TargetRow(
        String name, String url, String model, List<String> scrapeUrls, Optional<String> serverVersion, int weight) {
    public TargetRow {
        scrapeUrls = List.copyOf(scrapeUrls);
    }

    /** One of weight 1. */
    public TargetRow(String name, String url, String model, List<String> scrapeUrls, Optional<String> serverVersion) {
        this(name, url, model, scrapeUrls, serverVersion, 1);
    }
}
