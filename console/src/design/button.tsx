import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import styles from "./button.module.css";

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly children: ReactNode;
}

/** A button; `primary` is what a page is for, `quiet` has no border, `danger` takes something away. */
export const Button = ({ kind = "plain", ...props }: ButtonProps): ReactNode => (
  <AriaButton {...props} className={`${styles["button"]} ${styles[kind]}`} />
);
