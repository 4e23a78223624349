package io.tidemark.app.run.stop;

import io.tidemark.schemas.Ulid;
import java.util.regex.Pattern;

/**
 * A run that shall stop.
 *
 * @param run its id
 * @param why in one line, for whoever made the run
 */
public record StopRequest(String run, String why, StopRequester by) {
    /** Characters of a reason. */
    public static final int MAX_WHY = 500;

    private static final Pattern WHY = Pattern.compile("[^\\p{Cntrl}]{1," + MAX_WHY + "}");

    public StopRequest {
        Ulid.require(run);
        if (why.isBlank() || !WHY.matcher(why).matches()) {
            throw new IllegalArgumentException(
                    "the reason of a stop must be one line of 1 to " + MAX_WHY + " characters but was \"" + why + "\"");
        }
    }
}
