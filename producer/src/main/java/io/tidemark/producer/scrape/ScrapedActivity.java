package io.tidemark.producer.scrape;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a target does at one moment, all its engines together, read from the pages that are scraped.
 *
 * @param requests that run or wait, of all clients
 * @param kvUsage share of the KV cache in use of the fullest engine; empty where none says
 */
public record ScrapedActivity(double requests, OptionalDouble kvUsage) {
    /** Scrapes all pages now; empty where one is not there, or none says what runs. */
    public static Optional<ScrapedActivity> of(List<MetricsScraper> pages) throws InterruptedException {
        List<ServerSample> samples = new ArrayList<>();
        for (MetricsScraper page : pages) {
            samples.addAll(page.scrape());
        }
        if (samples.isEmpty() || samples.stream().anyMatch(sample -> !sample.getUp())) {
            return Optional.empty();
        }
        boolean says = ScrapedCounters.values(samples, Signal.RUNNING).findAny().isPresent();
        double requests = ScrapedCounters.values(samples, Signal.RUNNING).sum()
                + ScrapedCounters.values(samples, Signal.WAITING).sum();
        return says
                ? Optional.of(new ScrapedActivity(
                        requests,
                        ScrapedCounters.values(samples, Signal.KV_USAGE).max()))
                : Optional.empty();
    }
}
