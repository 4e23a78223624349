package io.tidemark.streams.breaches;

import io.tidemark.events.Finality;
import io.tidemark.streams.lanes.TrackedLane;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import io.tidemark.streams.windows.RunWindows;
import io.tidemark.streams.windows.WindowLength;
import java.util.OptionalLong;

/**
 * How far the objectives of a run can be looked at, the same for all of them at one time.
 *
 * @param judged up to where the seconds are settled, whether anything came in them or not
 * @param isOver whether that is so of all seconds, as every lane has closed
 * @param spoken up to where every lane that speaks has spoken
 * @param finality of what is judged: it goes back as far as the longest window does
 */
record EvaluationReach(long judged, boolean isOver, long spoken, Finality finality) {
    static EvaluationReach of(RunWindows windows, long nowMillis) {
        long settled = windows.emission().settled();
        OptionalLong last = windows.lastSecond();
        long announced = windows.lanes().announcedThrough(nowMillis);
        boolean isWhole = last.isEmpty() || settled > last.getAsLong();
        boolean isOver = isWhole && announced == TrackedLane.ALL;
        long judged = isWhole && !isOver
                ? new ScrapeGracePeriod(windows.signals(), windows.lanes(), nowMillis).settleThrough(announced)
                : settled;
        boolean lacks = windows.lanes().anySilent(nowMillis)
                || windows.lanes().missing(settled - WindowLength.MAX_SECONDS, settled) > 0;
        return new EvaluationReach(
                Math.max(settled, judged),
                isOver,
                windows.lanes().heartbeatThrough(nowMillis),
                lacks ? Finality.INCOMPLETE : Finality.FINAL);
    }

    /** Of what ends at a second. */
    long judgedThrough(long end) {
        return isOver && end != Long.MAX_VALUE ? end : judged;
    }
}
