package io.tidemark.app.golden;

import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.exporter.results.ResultLimits;
import io.tidemark.exporter.results.ResultPoints;
import io.tidemark.exporter.results.TeamResults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The page that a Prometheus reads after a run. */
final class ExporterPage {
    private ExporterPage() {}

    static String of(List<TopicEvent> events) throws IOException {
        Instant last = events.get(events.size() - 1).at();
        TeamResults results = new TeamResults(GoldenHome.TEAM, ResultLimits.DEFAULT, () -> last);
        events.forEach(event -> add(results, event.event()));
        ResultPoints points = new ResultPoints();
        results.addTo(points);
        results.addStateTo(points);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        ExpositionFormats.init().getPrometheusTextFormatWriter().write(page, points.snapshots());
        return page.toString(StandardCharsets.UTF_8);
    }

    /** As the feed of the exporter does. */
    private static void add(TeamResults results, SpecificRecord event) {
        if (event instanceof ControlEvent control) {
            results.control(control);
        } else if (event instanceof WindowStats window) {
            results.window(window);
        } else if (event instanceof RequestEvent request) {
            results.request(request);
        } else if (event instanceof StepResult step) {
            results.step(step);
        } else if (event instanceof SloBreach breach) {
            results.breach(breach);
        } else if (event instanceof Regression regression) {
            results.regression(regression);
        } else if (event instanceof Heartbeat heartbeat) {
            results.heartbeat(heartbeat);
        }
    }
}
