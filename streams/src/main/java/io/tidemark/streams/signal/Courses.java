package io.tidemark.streams.signal;

import io.tidemark.schemas.Signal;
import java.util.function.ToDoubleFunction;

/** How each mover of a target went: which signal, heartbeat or request it is read from. */
final class Courses {
    /** A GPU's clock falls when it has nothing to do; that is no move. */
    private static final double BUSY = 0.2;

    private static final double FEW_IN_FLIGHT = 4;
    private static final int RECENT_SECONDS = 3;

    private final Seen seen;
    private final String target;
    private final Span span;

    Courses(Seen seen, String target, Span span) {
        this.seen = seen;
        this.target = target;
        this.span = span;
    }

    /** What was seen of a run. */
    record Seen(Samples samples, ClientBeats beats, Ended ended) {}

    Course of(Mover mover) {
        return switch (mover) {
            case CLIENT_LAG -> seen.beats.lag(target, span);
            case CLIENT_DROPPED -> seen.beats.droppedPerSecond(target, span);
            case SERVER_AWAY -> seen.samples.away(target, span)::mean;
            case RESTARTS ->
                Course.sum(seen.samples.strands(
                        target,
                        scrapes -> scrapes.exposes(Signal.RUNNING) ? scrapes.restarts(span) : new Strand(span)));
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
            case PREFIX_HITS -> share(page -> page.value(Signal.PREFIX_HITS), Courses::lookedUp);
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
    private static double lookedUp(Page page) {
        double queries = page.value(Signal.PREFIX_QUERIES);
        return Double.isNaN(queries) ? page.value(Signal.PROMPT_TOKENS) : queries;
    }

    /** Seconds in which somebody waits for a server that has been asked and no token comes: its own gauges stand still with it. */
    private Course standstill() {
        Course tokens = rate(Signal.GENERATION_TOKENS);
        Course inFlight = seen.beats.inFlight(target, span);
        Course due = seen.beats.duePerSecond(target, span);
        Course there = inServer();
        Strand stands = new Strand(span);
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
    private Course others() {
        Course ours = seen.beats.inFlight(target, span);
        Course there = inServer();
        Strand others = new Strand(span);
        for (int second = 1; second < span.seconds() - 1; second++) {
            double most = Math.max(
                    ours.mean(second - 1, second),
                    Math.max(ours.mean(second, second + 1), ours.mean(second + 1, second + 2)));
            others.add(span.from() + second, Math.max(0, there.mean(second, second + 1) - most), 1);
        }
        return others::mean;
    }

    /** Of fewer than a few in flight a share means nothing. */
    private Course lostShare() {
        Course ours = seen.beats.inFlight(target, span);
        Course lost = ours.beyond(inServer());
        return (from, until) -> {
            double inFlight = ours.mean(from, until);
            return inFlight < FEW_IN_FLIGHT ? 0 : lost.mean(from, until) / inFlight;
        };
    }

    private Course inServer() {
        return sum(Signal.RUNNING).plus(sum(Signal.WAITING));
    }

    private Course sum(Signal gauge) {
        return Course.sum(seen.samples.strands(target, scrapes -> scrapes.shown(page -> page.value(gauge), span)));
    }

    private Course pooled(ToDoubleFunction<Page> gauge) {
        return Course.pooled(seen.samples.strands(target, scrapes -> scrapes.shown(gauge, span)));
    }

    private Course rate(Signal counter) {
        return Course.sum(seen.samples.strands(target, scrapes -> scrapes.rate(page -> page.value(counter), span)));
    }

    private Course share(ToDoubleFunction<Page> part, ToDoubleFunction<Page> whole) {
        return Course.ofMany(seen.samples.strands(target, scrapes -> scrapes.share(part, whole, span)), span.seconds());
    }
}
