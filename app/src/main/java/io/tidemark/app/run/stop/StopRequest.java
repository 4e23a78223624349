package io.tidemark.app.run.stop;

import io.tidemark.schemas.Ulid;
import java.util.regex.Pattern;

/**
 * A run that shall stop.
 *
 * @param run its id
 * @param reason in one line, for the owner of the run
 */
public record StopRequest(String run, String reason, StopRequester by) {
    /** Characters of a reason. */
    public static final int MAX_REASON = 500;

    private static final Pattern REASON = Pattern.compile("[^\\p{Cntrl}]{1," + MAX_REASON + "}");

    public StopRequest {
        Ulid.require(run);
        if (reason.isBlank() || !REASON.matcher(reason).matches()) {
            throw new IllegalArgumentException("the reason of a stop must be one line of 1 to " + MAX_REASON
                    + " characters but was \"" + reason + "\"");
        }
    }
}
