package io.tidemark.analysis.search;

/**
 * Where a search's model expects the highest load that is held, also beyond the loads that were tried, where no probe has confirmed it: for
 * comparisons of many runs, and no statement of what the server holds.
 *
 * @param load that the capacity is as likely below as above
 * @param relativeError standard deviation of its logarithm: half of the model's interval of 68 %
 */
public record LoadEstimate(double load, double relativeError) {}
