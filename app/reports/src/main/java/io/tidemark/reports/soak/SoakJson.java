package io.tidemark.reports.soak;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.soak.SoakEpisode;
import io.tidemark.analysis.soak.SoakFinding;
import io.tidemark.analysis.soak.SoakLevel;
import io.tidemark.analysis.soak.SoakRestart;
import io.tidemark.analysis.soak.SoakVerdict;
import java.util.List;

/** A soak's verdicts as JSON: numbers in nanoseconds, tokens per second, shares and bytes, times in ISO-8601. */
public final class SoakJson {
    private SoakJson() {}

    public static ObjectNode of(SoakTimeline soak) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("verdict", soak.worst().name());
        soak.began().ifPresent(at -> node.put("began", at.toString()));
        periods(node.putArray("hours"), soak.hours());
        periods(node.putArray("days"), soak.days());
        ArrayNode episodes = node.putArray("findings");
        soak.episodes().forEach(episode -> episode(episodes.addObject(), episode));
        return node;
    }

    private static void periods(ArrayNode all, List<SoakVerdict> verdicts) {
        for (SoakVerdict verdict : verdicts) {
            ObjectNode node = all.addObject();
            node.put("number", verdict.period().index() + 1);
            node.put("from", SoakFormat.instant(verdict.period().fromMicros()).toString());
            node.put("until", SoakFormat.instant(verdict.period().untilMicros()).toString());
            node.put("verdict", verdict.standing().name());
            node.put("due", verdict.period().counts().due());
            node.put("ok", verdict.period().counts().ok());
            node.put("empty", verdict.period().counts().empty());
            restarts(node, verdict.period().restarts());
            SoakLevel level = verdict.period().level();
            if (!verdict.findings().isEmpty()) {
                ArrayNode findings = node.putArray("findings");
                verdict.findings().forEach(finding -> finding(findings.addObject(), level, finding));
            }
        }
    }

    private static void restarts(ObjectNode node, List<SoakRestart> restarts) {
        if (restarts.isEmpty()) {
            return;
        }
        ArrayNode all = node.putArray("restarts");
        restarts.forEach(restart -> all.addObject()
                .put("segment", restart.segment())
                .put("from", SoakFormat.instant(restart.fromMicros()).toString())
                .put("until", SoakFormat.instant(restart.untilMicros()).toString())
                .put("count", restart.count()));
    }

    private static void finding(ObjectNode node, SoakLevel level, SoakFinding finding) {
        node.put("kind", finding.kind().name());
        node.put("measure", finding.measure().label());
        node.put("before", finding.before());
        node.put("value", finding.value());
        node.put("low", finding.low());
        node.put("high", finding.high());
        node.put("slopePerHour", finding.slopePerHour());
        node.put("periods", finding.periods());
        node.put("requests", finding.requests());
        node.put("reason", SoakFormat.reason(level, finding));
        node.put("evidence", SoakFormat.evidence(level, finding));
    }

    private static void episode(ObjectNode node, SoakEpisode episode) {
        node.put("level", episode.level().name());
        node.put("first", episode.firstIndex() + 1);
        node.put("last", episode.lastIndex() + 1);
        node.put("periodsShown", episode.shown());
        node.put("began", SoakFormat.instant(episode.beganMicros()).toString());
        episode.onset()
                .ifPresent(onset -> node.putObject("changePoint")
                        .put("segment", onset.segment())
                        .put("before", onset.before())
                        .put("after", onset.after()));
        finding(node, episode.level(), episode.newest());
    }
}
