package io.tidemark.sinks.store.read.run;

import java.util.List;
import java.util.Optional;

/** A target of a run: where load was sent, and what was scraped for it. */
public record TargetRow(
        String name, String url, String model, List<String> scrapeUrls, Optional<String> serverVersion) {
    public TargetRow {
        scrapeUrls = List.copyOf(scrapeUrls);
    }
}
