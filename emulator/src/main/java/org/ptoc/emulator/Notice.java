package org.ptoc.emulator;

/** Something in a launch that is legal and seldom meant. */
public sealed interface Notice permits SlackAccess, ZeroRepeat {}
