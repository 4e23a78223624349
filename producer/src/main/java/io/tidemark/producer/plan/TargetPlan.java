package io.tidemark.producer.plan;

import java.net.URI;
import java.util.List;

/**
 * Where load is sent and what is scraped for it.
 *
 * @param url base URL, without {@code /v1}
 * @param model empty: ask the server which one it serves
 * @param scrapeUrls pages in Prometheus' text format; by default {@code <url>/metrics}
 * @param weight of a run's requests, or conversations, it gets so many where its other targets get theirs; at least 1
 */
public record TargetPlan(String name, URI url, String model, List<URI> scrapeUrls, int weight) {
    public TargetPlan {
        scrapeUrls = List.copyOf(scrapeUrls);
    }

    /** One of weight 1. */
    public TargetPlan(String name, URI url, String model, List<URI> scrapeUrls) {
        this(name, url, model, scrapeUrls, 1);
    }

    /** A target known only by its URL: scraped at {@code /metrics}. */
    public static TargetPlan at(URI url, String model) {
        return new TargetPlan(nameOf(url), url, model, List.of(metricsOf(url)));
    }

    /** Host and port: two servers must not share a name, for signals of one name are joined. */
    public static String nameOf(URI url) {
        return url.getAuthority() == null ? "target" : url.getAuthority().replaceAll(".*@", "");
    }

    public static URI metricsOf(URI url) {
        return besideApi(url, "/metrics");
    }

    /** A page of the server itself, beside its API. */
    public URI endpoint(String path) {
        return besideApi(url, path);
    }

    private static URI besideApi(URI url, String path) {
        return URI.create(withoutApi(url.toString()) + path);
    }

    /** A URL or its path without a slash or {@code /v1} at its end. */
    public static String withoutApi(String url) {
        String trimmed = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return trimmed.endsWith("/v1") ? trimmed.substring(0, trimmed.length() - 3) : trimmed;
    }

    public TargetPlan withModel(String served) {
        return new TargetPlan(name, url, served, scrapeUrls, weight);
    }
}
