package io.tidemark.schemas;

/** The targets of a run that sends its load to several. */
public final class TargetGroup {
    /**
     * The name of all targets of a run together: the target of its steps, breaches and windows of the whole. No target of a plan has it.
     * Within a run only it is a name of more than one server.
     */
    public static final String ALL = "all targets";

    private TargetGroup() {}

    /** Whether what is of a target counts as of {@code asked}: the same one, or all of them. */
    public static boolean covers(String asked, String target) {
        return asked.equals(target) || asked.equals(ALL);
    }
}
