package io.tidemark.producer.scrape;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.MetricsScraper.PageFindings;
import io.tidemark.schemas.MissingSignals;
import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The metrics pages of a plan's targets. A page of a target's own host and port is asked with the headers of its requests, so that a gateway that wants a
 * key gets it; no other host gets them.
 */
public final class TargetPages {
    /** How long a page is waited for. */
    public static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final HttpClient http;
    private final Map<String, String> headers;
    private final Clocks clocks;

    /** @param headers sent with every question to a target, see {@link io.tidemark.producer.client.PlanHeaders} */
    public TargetPages(HttpClient http, Map<String, String> headers, Clocks clocks) {
        this.http = http;
        this.headers = Map.copyOf(headers);
        this.clocks = clocks;
    }

    /** Of one target. */
    public List<MetricsScraper> of(TargetPlan target) {
        return target.scrapeUrls().stream()
                .map(url -> new MetricsScraper(
                        new HttpTargetControl.HttpSettings(
                                http, isOfHost(url, target.url()) ? headers : Map.of(), TIMEOUT),
                        clocks,
                        new MetricsScraper.Source(target.name(), url)))
                .toList();
    }

    /** Of several. */
    public List<MetricsScraper> of(List<TargetPlan> targets) {
        return targets.stream().flatMap(target -> of(target).stream()).toList();
    }

    private static boolean isOfHost(URI page, URI target) {
        return Objects.equals(page.getScheme(), target.getScheme())
                && Objects.equals(page.getHost(), target.getHost())
                && page.getPort() == target.getPort();
    }

    /**
     * Looks at each page once: sentences about those that have no signals that are known, lack what runs or waits, or have the signals of several models.
     *
     * @param plan whose lines the sentences name
     */
    public List<String> remarks(Plan plan, List<TargetPlan> targets) throws InterruptedException {
        List<String> remarks = new ArrayList<>();
        for (TargetPlan target : targets) {
            for (MetricsScraper page : of(target)) {
                PageFindings found = page.inspect();
                found.whyNoSignals()
                        .map(why -> new MissingSignals(
                                        target.name(),
                                        page.source().url().toString(),
                                        why,
                                        remedy(plan, target, page.source().url(), why))
                                .remark())
                        .ifPresent(remarks::add);
                found.likely()
                        .forEach((signal, series) -> remarks.add("no " + signal.id() + " of target " + target.name()
                                + " from " + page.source().url() + " by a name that is known, but " + series
                                + " may be it"));
                if (found.models().size() > 1) {
                    remarks.add("the server signals of target " + target.name() + " are those of "
                            + found.models().size() + " models together ("
                            + String.join(", ", found.models()) + "), as "
                            + page.source().url() + " has them");
                }
            }
        }
        return remarks;
    }

    /** Which line of the plan changes it. */
    private static String remedy(Plan plan, TargetPlan target, URI page, String why) {
        int index = plan.targets().stream().map(TargetPlan::name).toList().indexOf(target.name());
        String line = index < 0 ? "scrape of this target in the plan" : "targets[" + index + "].scrape";
        boolean asksForModel = why.startsWith("HTTP 400") && why.contains("model");
        if (asksForModel) {
            String separator = page.getRawQuery() == null ? "?" : "&";
            return "set " + line + " to [\"" + page + separator + "model=" + target.model() + "\"]";
        }
        if (why.startsWith("HTTP 401") || why.startsWith("HTTP 403")) {
            return "set " + line
                    + " to a page that may be read; the plan's api_key and request.headers go to pages on the target's own host and port";
        }
        return "set " + line + " to the URL of the metrics page, or to [] if there is none";
    }
}
