package io.tidemark.analysis.soak;

import java.util.Comparator;
import java.util.List;

/**
 * What an hour or a day of a soak is.
 *
 * @param findings none for a steady one
 */
public record SoakVerdict(SoakPeriod period, SoakStanding standing, List<SoakFinding> findings) {
    public SoakVerdict {
        findings = List.copyOf(findings);
    }

    static SoakVerdict of(SoakPeriod period, boolean isReference, List<SoakFinding> findings) {
        SoakStanding without = isReference ? SoakStanding.REFERENCE : SoakStanding.STEADY;
        return new SoakVerdict(
                period,
                findings.stream()
                        .map(finding -> finding.kind().standing())
                        .max(Comparator.naturalOrder())
                        .orElse(without),
                findings);
    }
}
