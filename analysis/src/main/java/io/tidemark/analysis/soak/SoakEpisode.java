package io.tidemark.analysis.soak;

import java.util.List;
import java.util.Optional;

/**
 * A finding that holds, over the periods that show it.
 *
 * @param firstIndex of the period that showed it first
 * @param fromMicros start of that period, microseconds since 1970
 * @param lastIndex of the newest period that shows it
 * @param shown how many periods showed it
 * @param quiet in how many newest periods its figure was back
 * @param newest as the newest period shows it
 * @param onsets when it began; none where no change point is shown
 */
public record SoakEpisode(
        SoakLevel level,
        int firstIndex,
        long fromMicros,
        int lastIndex,
        int shown,
        int quiet,
        SoakFinding newest,
        List<SoakOnset> onsets) {
    /** It is over when its figure is back in so many periods in sequence. */
    static final int QUIET_PERIODS = 2;

    public SoakEpisode {
        onsets = List.copyOf(onsets);
    }

    /** When it began, where a change point is shown. */
    public Optional<SoakOnset> onset() {
        return onsets.stream().findFirst();
    }

    /** Start of the segment in which it began, or else of the period that showed it first, microseconds since 1970. */
    public long beganMicros() {
        return onset().map(SoakOnset::fromMicros).orElse(fromMicros);
    }

    boolean isOver() {
        return quiet >= QUIET_PERIODS;
    }

    static SoakEpisode begin(SoakPeriod period, SoakFinding finding, Optional<SoakOnset> onset) {
        return new SoakEpisode(
                period.level(),
                period.index(),
                period.fromMicros(),
                period.index(),
                1,
                0,
                finding,
                onset.stream().toList());
    }

    SoakEpisode with(SoakPeriod period, SoakFinding finding, Optional<SoakOnset> onset) {
        return new SoakEpisode(
                level,
                firstIndex,
                fromMicros,
                period.index(),
                shown + 1,
                0,
                finding,
                onset.isPresent() ? onset.stream().toList() : onsets);
    }

    /** Not shown again, and not gone. */
    SoakEpisode persisting() {
        return new SoakEpisode(level, firstIndex, fromMicros, lastIndex, shown, 0, newest, onsets);
    }

    SoakEpisode withoutFinding() {
        return new SoakEpisode(level, firstIndex, fromMicros, lastIndex, shown, quiet + 1, newest, onsets);
    }
}
