package io.tidemark.analysis.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a verdict makes of the episodes.
 *
 * @param held those that go on
 * @param ended those that are over
 */
record EpisodeUpdate(List<SoakEpisode> held, List<SoakEpisode> ended) {
    /** An episode's beginning is looked for again when so many periods showed it: the first may hold little of it. */
    private static final int SECOND_ONSET_LOOK = 3;

    static EpisodeUpdate of(
            List<SoakEpisode> episodes, SoakVerdict verdict, Predicate<SoakFinding> persists, List<SoakPeriod> hours) {
        List<SoakEpisode> held = new ArrayList<>();
        List<SoakEpisode> ended = new ArrayList<>();
        List<SoakFinding> left = new ArrayList<>(verdict.findings());
        for (SoakEpisode episode : episodes) {
            if (episode.level() != verdict.period().level()) {
                held.add(episode);
                continue;
            }
            Optional<SoakFinding> same = left.stream()
                    .filter(finding -> finding.isSameAs(episode.newest()))
                    .findFirst();
            same.ifPresent(left::remove);
            SoakEpisode next = same.map(finding -> episode.with(
                            verdict.period(),
                            finding,
                            episode.shown() + 1 == SECOND_ONSET_LOOK
                                    ? onset(finding, verdict.period(), hours)
                                    : Optional.empty()))
                    .orElseGet(() -> persists.test(episode.newest()) ? episode.persisting() : episode.withoutFinding());
            (next.isOver() ? ended : held).add(next);
        }
        left.forEach(finding ->
                held.add(SoakEpisode.begin(verdict.period(), finding, onset(finding, verdict.period(), hours))));
        return new EpisodeUpdate(held, ended);
    }

    private static Optional<SoakOnset> onset(SoakFinding finding, SoakPeriod period, List<SoakPeriod> hours) {
        if (finding.kind() == SoakFindingKind.SERVER_RESTART) {
            return period.restarts().stream().findFirst().map(SoakOnset::of);
        }
        int first = Math.min(PeriodComparison.REFERENCES, hours.size());
        return SoakOnset.of(
                parts(hours.subList(0, first)),
                parts(hours.subList(first, hours.size())),
                finding.measure(),
                finding.value() > finding.before());
    }

    private static List<SoakPart> parts(List<SoakPeriod> hours) {
        return hours.stream().flatMap(hour -> hour.parts().stream()).toList();
    }
}
