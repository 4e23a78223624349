package io.tidemark.simulator.config;

/**
 * What a method of speculative decoding is worth with one model: how many of its drafts are accepted and what they cost.
 *
 * @param acceptance mean probability that a draft is accepted when the one before it was, 0..1
 * @param concentration of the Beta distribution that each request's probability is drawn from; 0: all have the mean
 * @param mostDrafts drafts per step that the method finds at most, whatever {@code num-speculative-tokens} allows
 * @param stepSeconds added to every step for making the drafts
 */
public record Drafting(double acceptance, double concentration, int mostDrafts, double stepSeconds) {
    public Drafting {
        if (!(acceptance >= 0 && acceptance < 1)) {
            throw new IllegalArgumentException("acceptance must be in [0, 1) but was " + acceptance);
        }
        Rules.notNegative("concentration", concentration);
        Rules.positive("most-drafts", mostDrafts);
        Rules.notNegative("step-seconds", stepSeconds);
    }
}
