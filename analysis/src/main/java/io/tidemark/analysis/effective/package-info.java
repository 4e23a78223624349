/**
 * How many independent requests a step's dependent ones are worth: in come counts by when requests were due, out come design effects
 * and what can be said of few blocks. It must not know objectives, verdicts or where counts come from.
 */
@NullMarked
package io.tidemark.analysis.effective;

import org.jspecify.annotations.NullMarked;
