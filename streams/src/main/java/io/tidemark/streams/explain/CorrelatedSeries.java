package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.schemas.Signal;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeHistory;
import io.tidemark.streams.signals.ScrapedPage;
import io.tidemark.streams.signals.SecondRange;
import io.tidemark.streams.signals.SecondSeries;
import io.tidemark.streams.signals.SignalSeries;
import java.util.function.ToDoubleFunction;

/** How each mover of a target went: which signal, heartbeat or request it is read from. */
final class CorrelatedSeries {
    /** A GPU's clock falls when it has nothing to do; that is no move. */
    private static final double BUSY = 0.2;

    private static final double FEW_IN_FLIGHT = 4;
    private static final int RECENT_SECONDS = 3;

    private final Sources seen;
    private final String target;
    private final SecondRange span;

    CorrelatedSeries(Sources seen, String target, SecondRange span) {
        this.seen = seen;
        this.target = target;
        this.span = span;
    }

    /** What was seen of a run. */
    record Sources(ScrapeHistory samples, HeartbeatHistory beats, EndedRequests ended) {}

    SignalSeries of(CorrelatedSignal mover) {
        return switch (mover) {
            case CLIENT_LAG -> seen.beats.lag(target, span);
            case CLIENT_DROPPED -> seen.beats.droppedPerSecond(target, span);
            case SERVER_AWAY -> seen.samples.away(target, span)::mean;
            case RESTARTS ->
                SignalSeries.sum(seen.samples.series(
                        target,
                        scrapes -> scrapes.exposes(Signal.RUNNING) ? scrapes.restarts(span) : new SecondSeries(span)));
            case DUE -> seen.beats.duePerSecond(target, span);
            case OTHERS -> others();
            case LOST_IN_FLIGHT -> lostShare();
            case PROMPT_LENGTH ->
                share(page -> page.value(Signal.PROMPT_TOKENS), page -> page.count(Signal.SERVER_TTFT));
            case PROMPT_TOKENS -> seen.ended.promptTokens();
            case OUTPUT_TOKENS -> seen.ended.outputTokens();
            case FAILED -> seen.ended.failed();
            case GPU_CLOCK ->
                pooled(page -> page.value(Signal.GPU_UTIL) < BUSY ? Double.NaN : page.value(Signal.GPU_CLOCK));
            case STANDSTILL -> standstill();
            case PREFIX_HITS -> share(page -> page.value(Signal.PREFIX_HITS), CorrelatedSeries::lookedUp);
            case CACHED_SHARE -> seen.ended.cachedShare();
            case ACCEPTED_DRAFTS ->
                share(page -> page.value(Signal.SPEC_ACCEPTED), page -> page.value(Signal.SPEC_DRAFT_TOKENS));
            case GENERATION -> rate(Signal.GENERATION_TOKENS);
            case PREEMPTIONS -> rate(Signal.PREEMPTIONS);
            case KV_USAGE -> pooled(page -> page.value(Signal.KV_USAGE));
            case STEP_SECONDS -> share(page -> page.sum(Signal.SERVER_ITL), page -> page.count(Signal.SERVER_ITL));
            case STEP_TOKENS -> share(page -> page.sum(Signal.STEP_TOKENS), page -> page.count(Signal.STEP_TOKENS));
            case RUNNING -> sum(Signal.RUNNING);
            case WAITING -> sum(Signal.WAITING);
            case GPU_UTIL -> pooled(page -> page.value(Signal.GPU_UTIL));
            case GPU_POWER -> sum(Signal.GPU_POWER);
            case GPU_TEMP -> pooled(page -> page.value(Signal.GPU_TEMP));
            case GPU_MEMORY -> sum(Signal.GPU_MEM_USED);
        };
    }

    /** Engines that do not count what they look up look all prompt tokens up. */
    private static double lookedUp(ScrapedPage page) {
        double queries = page.value(Signal.PREFIX_QUERIES);
        return Double.isNaN(queries) ? page.value(Signal.PROMPT_TOKENS) : queries;
    }

    /** Seconds in which a request waits for the server and no token comes: its own gauges stand still with it. */
    private SignalSeries standstill() {
        SignalSeries tokens = rate(Signal.GENERATION_TOKENS);
        SignalSeries inFlight = seen.beats.inFlight(target, span);
        SignalSeries due = seen.beats.duePerSecond(target, span);
        SignalSeries there = inServer();
        SecondSeries stands = new SecondSeries(span);
        for (int second = 0; second < span.seconds(); second++) {
            double came = tokens.mean(second, second + 1);
            boolean waits = inFlight.mean(second, second + 1) >= 1
                    && (due.mean(Math.max(0, second - RECENT_SECONDS), second + 1) > 0
                            || there.mean(second, second + 1) >= 1);
            stands.add(span.from() + second, came == 0 && waits ? 1 : 0, Double.isNaN(came) ? 0 : 1);
        }
        return stands::mean;
    }

    /**
     * What the server has beyond all that we had about then. While a load grows, its page and a heartbeat are of different moments: the
     * most of the second before, this one and the next counts as ours, and a second without all three says nothing.
     */
    private SignalSeries others() {
        SignalSeries ours = seen.beats.inFlight(target, span);
        SignalSeries there = inServer();
        SecondSeries others = new SecondSeries(span);
        for (int second = 1; second < span.seconds() - 1; second++) {
            double most = Math.max(
                    ours.mean(second - 1, second),
                    Math.max(ours.mean(second, second + 1), ours.mean(second + 1, second + 2)));
            others.add(span.from() + second, Math.max(0, there.mean(second, second + 1) - most), 1);
        }
        return others::mean;
    }

    /** Of fewer than a few in flight a share means nothing. */
    private SignalSeries lostShare() {
        SignalSeries ours = seen.beats.inFlight(target, span);
        SignalSeries lost = ours.minus(inServer());
        return (from, until) -> {
            double inFlight = ours.mean(from, until);
            return inFlight < FEW_IN_FLIGHT ? 0 : lost.mean(from, until) / inFlight;
        };
    }

    private SignalSeries inServer() {
        return sum(Signal.RUNNING).plus(sum(Signal.WAITING));
    }

    private SignalSeries sum(Signal gauge) {
        return SignalSeries.sum(
                seen.samples.series(target, scrapes -> scrapes.gaugeSeries(page -> page.value(gauge), span)));
    }

    private SignalSeries pooled(ToDoubleFunction<ScrapedPage> gauge) {
        return SignalSeries.pooled(seen.samples.series(target, scrapes -> scrapes.gaugeSeries(gauge, span)));
    }

    private SignalSeries rate(Signal counter) {
        return SignalSeries.sum(
                seen.samples.series(target, scrapes -> scrapes.rate(page -> page.value(counter), span)));
    }

    private SignalSeries share(ToDoubleFunction<ScrapedPage> part, ToDoubleFunction<ScrapedPage> whole) {
        return SignalSeries.ofMany(
                seen.samples.series(target, scrapes -> scrapes.share(part, whole, span)), span.seconds());
    }
}
