package io.tidemark.producer.plan;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where load is sent and what is scraped for it.
 *
 * @param url base URL, without {@code /v1} and without a query
 * @param model empty: ask the server which one it serves
 * @param scrapeUrls pages in Prometheus' text format; by default {@code <url>/metrics}
 * @param weight of a run's requests, or conversations, it gets so many where its other targets get theirs; at least 1
 * @param paths where its API is, if not at the usual paths
 */
public record TargetPlan(String name, URI url, String model, List<URI> scrapeUrls, int weight, Paths paths) {
    /** The end of a request's path, and its query. */
    private static final Pattern API = Pattern.compile("(.*?)/(?:chat/)?completions((?:\\?.*)?)");

    public TargetPlan {
        scrapeUrls = List.copyOf(scrapeUrls);
    }

    /**
     * Paths of an API that come after the base URL, with their queries; those of OpenAI's API below {@code /v1} where none is given.
     *
     * @param requests such as {@code /v3/chat/completions}
     * @param models such as {@code /v3/models}; if only {@code requests} is given, the same beside it
     */
    public record Paths(Optional<String> requests, Optional<String> models) {
        public static final Paths USUAL = new Paths(Optional.empty(), Optional.empty());

        private Optional<String> modelsOrBesideRequests() {
            return models.or(() -> requests.map(API::matcher)
                    .filter(Matcher::matches)
                    .map(path -> path.group(1) + "/models" + path.group(2)));
        }
    }

    /** With the usual paths. */
    public TargetPlan(String name, URI url, String model, List<URI> scrapeUrls, int weight) {
        this(name, url, model, scrapeUrls, weight, Paths.USUAL);
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

    /** Where it lists its models. */
    public URI modelsUrl() {
        return paths.modelsOrBesideRequests().map(this::belowUrl).orElseGet(() -> endpoint("/v1/models"));
    }

    /** A path of the plan's own after all of the URL. */
    private URI belowUrl(String path) {
        return URI.create(withoutSlash(url.toString()) + path);
    }

    private static URI besideApi(URI url, String path) {
        return URI.create(withoutApi(url.toString()) + path);
    }

    /** A URL or its path without a slash or {@code /v1} at its end. */
    public static String withoutApi(String url) {
        String trimmed = withoutSlash(url);
        return trimmed.endsWith("/v1") ? trimmed.substring(0, trimmed.length() - 3) : trimmed;
    }

    /** A URL or its path without a slash at its end. */
    public static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    public TargetPlan withModel(String served) {
        return new TargetPlan(name, url, served, scrapeUrls, weight, paths);
    }

    public TargetPlan withPaths(Paths others) {
        return new TargetPlan(name, url, model, scrapeUrls, weight, others);
    }
}
